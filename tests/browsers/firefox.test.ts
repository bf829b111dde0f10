import { findFirefox } from '#support/browser.ts';
import { describeJourneys } from './journeys.ts';
import { firefoxDriver } from './puppeteer-driver.ts';

describeJourneys('Firefox', firefoxDriver(findFirefox()));
