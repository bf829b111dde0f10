import type { Area } from './request-address.ts';

/** Features that the app never uses are denied to it and to anything injected into it. */
const deniedFeatures =
  'accelerometer autoplay camera display-capture encrypted-media gamepad geolocation gyroscope hid ' +
  'idle-detection local-fonts magnetometer microphone midi payment picture-in-picture ' +
  'publickey-credentials-get serial usb xr-spatial-tracking';

const sealed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For answers that pages of any origin may read, and that are no pages themselves. */
const shared = (policy: string) => ({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': policy,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After, Content-Length',
});

/**
 * The headers that every answer of an area carries, whatever its status. There is no
 * Strict-Transport-Security: whether the whole domain is https is up to its operator.
 */
export const areaHeaders: Readonly<Record<Area, Readonly<Record<string, string>>>> = {
  api: shared(sealed),
  config: shared(sealed),
  // An SVG opened at its own address is a document: its styles may work, nothing else.
  images: shared("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
  site: {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': sealed,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': deniedFeatures.replace(/\S+/g, '$&=()').replaceAll(' ', ', '),
  },
};
