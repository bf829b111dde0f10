import type { Area } from './request-address.ts';

/** What the app never uses is denied, to itself and to whatever might slip into it. */
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const always = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
};

/** For those areas that pages of other origins may read. */
const shared = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After, Content-Length',
};

const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};

const sealed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// An SVG opened by its own address is a document; its styles may work, nothing else.
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const sitePolicy = (apiSource: string | undefined) => {
  const api = apiSource ? ` ${apiSource}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${api}`,
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

const policies: Record<Area, (apiSource?: string) => string> = {
  api: () => sealed,
  config: () => sealed,
  images: () => picturePolicy,
  site: sitePolicy,
};

/** The headers that every answer of an area carries, whatever its status. */
export function protectionHeaders(
  area: Area,
  method: string,
  apiSource?: string,
): Record<string, string> {
  return {
    ...always,
    'Content-Security-Policy': policies[area](apiSource),
    'Cross-Origin-Resource-Policy': area === 'site' ? 'same-origin' : 'cross-origin',
    ...(area !== 'site' && shared),
    ...(area !== 'site' && method === 'OPTIONS' && preflight),
  };
}
