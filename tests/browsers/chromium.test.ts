import { findChromium } from '#support/browser.ts';
import { describeJourneys } from './journeys.ts';
import { puppeteerDriver } from './puppeteer-driver.ts';

describeJourneys('Chromium', puppeteerDriver('chrome', findChromium()));
