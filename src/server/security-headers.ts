import { cors } from 'hono/cors';
import type { PolicySources } from './api-source.ts';
import type { Area } from './request-address.ts';

/** What the app never uses is denied, to itself and to whatever might slip into it. */
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'displayCapture',
  'encryptedMedia',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idleDetection',
  'localFonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'pictureInPicture',
  'publickeyCredentialsGet',
  'serial',
  'usb',
  'xrSpatialTracking',
] as const;

/** What every answer carries. Whether all of a domain is https is up to its operator. */
export const commonHeaders = {
  xFrameOptions: 'DENY',
  crossOriginResourcePolicy: false,
  strictTransportSecurity: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  permissionsPolicy: Object.fromEntries(deniedFeatures.map((feature) => [feature, false])),
} as const;

/** Not for other requests: in front of them Hono's middleware takes half of their time. */
export const preflight = cors({
  allowMethods: ['GET', 'HEAD'],
  allowHeaders: ['*'],
  maxAge: 86_400,
});

const sealed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For answers to what never reaches the app. They hold nothing but a status and a line of text. */
export const bareHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': sealed,
  'Cache-Control': 'no-store',
};

// An SVG opened by its own address is a document; its styles may work, nothing else.
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const sitePolicy = (sources?: PolicySources) => {
  const api = sources?.api ? ` ${sources.api}` : '';
  const script = sources?.script ? ` ${sources.script}` : '';
  return [
    "default-src 'none'",
    `script-src 'self'${script}`,
    `style-src ${sources?.style ?? "'self'"}`,
    `img-src 'self' data: blob:${api}`,
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types certdeck',
  ].join('; ');
};

/** For pages of other origins. */
const shared = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After, Content-Length',
};

const withPolicy = (policy: string, headers: Record<string, string>) =>
  Object.entries({ 'Content-Security-Policy': policy, ...headers });

const fixedHeaders = {
  api: withPolicy(sealed, shared),
  config: withPolicy(sealed, shared),
  images: withPolicy(imagePolicy, shared),
};

/** The headers that every answer of an area carries, whatever its status. */
export const areaHeaders = (area: Area, sources?: PolicySources): [string, string][] =>
  area === 'site'
    ? withPolicy(sitePolicy(sources), { 'Cross-Origin-Resource-Policy': 'same-origin' })
    : fixedHeaders[area];
