import { findFirefox } from '#support/browser.ts';
import { describeJourneys } from './journeys.ts';
import { puppeteerDriver } from './puppeteer-driver.ts';

describeJourneys('Firefox', puppeteerDriver('firefox', findFirefox()));
