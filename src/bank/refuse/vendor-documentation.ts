/** Where the vendors of the shipped bank document their products, by provider id. */
const vendorHosts: Record<string, readonly string[]> = {
  aws: ['docs.aws.amazon.com', 'aws.amazon.com'],
  azure: ['learn.microsoft.com', 'azure.microsoft.com'],
  google: ['cloud.google.com', 'docs.cloud.google.com', 'developers.google.com'],
};

/**
 * The hosts that references may point at. Undefined means any: another bank's provider names its
 * own in provider.yaml, or none.
 */
export const findDocumentation = (providerId: string, own: readonly string[] | undefined) =>
  own ?? (Object.hasOwn(vendorHosts, providerId) ? vendorHosts[providerId] : undefined);
