import { describeJourneys } from './journeys.ts';
import { openWebKit } from './webkit-driver.ts';

describeJourneys('WebKit', openWebKit);
