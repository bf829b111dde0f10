import { SYNC_HEADER } from '#contract/sync.ts';
import type { Area } from './request-address.ts';

/** Features that the app never uses are denied to it and to anything injected into it. */
const deniedFeatures =
  'accelerometer autoplay browsing-topics camera captured-surface-control clipboard-read ' +
  'compute-pressure digital-credentials-create digital-credentials-get display-capture ' +
  'encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get ' +
  'idle-detection keyboard-map language-detector language-model local-fonts magnetometer ' +
  'microphone midi on-device-speech-recognition otp-credentials payment picture-in-picture ' +
  'private-state-token-issuance private-state-token-redemption publickey-credentials-create ' +
  'publickey-credentials-get serial speaker-selection storage-access summarizer ' +
  'sync-xhr translator unload usb window-management xr-spatial-tracking';

/** What the app itself asks for: a mock exam keeps the screen awake. */
const usedFeatures = ['screen-wake-lock'];

/** For pages only, because it is long and files use no features. */
export const pageHeaders = {
  'Permissions-Policy': [
    ...deniedFeatures.split(' ').map((feature) => `${feature}=()`),
    ...usedFeatures.map((feature) => `${feature}=(self)`),
  ].join(', '),
};

const sealed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const EXPOSED = 'ETag, Retry-After, Content-Length';

/** For answers that pages of any origin may read, and that are no pages themselves. */
const shared = (policy: string) => ({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': policy,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED,
});

/** The headers that every answer of an area carries, whatever its status. */
export const areaHeaders: Readonly<Record<Area, Readonly<Record<string, string>>>> = {
  api: shared(sealed),
  config: shared(sealed),
  // Nothing that a stranger has put there is ever shown.
  sync: {
    ...shared(sealed),
    'Access-Control-Expose-Headers': `${EXPOSED}, ${SYNC_HEADER}`,
    'Content-Disposition': 'attachment',
  },
  // An SVG opened at its own address is a document: its styles may work, nothing else.
  images: shared("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
  site: {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': sealed,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  },
};
