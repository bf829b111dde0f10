type LockedPackage = { integrity?: string; link?: boolean; optionalDependencies?: object };
type LockFile = { packages: Record<string, LockedPackage> };

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13);

/** Locked packages without a hash, and optional ones for other platforms that are not locked. */
export const findUnverified = ({ packages }: LockFile): string[] => {
  const locked = new Set(Object.keys(packages).map(nameOf));
  return Object.entries(packages).flatMap(([path, { integrity, link, optionalDependencies }]) => {
    const missing = Object.keys(optionalDependencies ?? {}).filter((name) => !locked.has(name));
    return path === '' || integrity || link ? missing : [path, ...missing];
  });
};
