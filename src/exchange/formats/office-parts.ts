import type { GivenFile } from '../archive.ts';
import { findAll, readXmlTree, type XmlElement } from '../markup/xml-tree.ts';

/** The parts of an Office file by their paths, and the paths that each part refers to by id. */
export const openParts = (files: readonly GivenFile[]) => {
  const byName = new Map(files.map((file) => [file.name, file]));
  const read = (name: string): XmlElement | undefined => {
    const file = byName.get(name);
    const tree = file && readXmlTree(new TextDecoder().decode(file.bytes));
    return tree?.ok ? tree.value : undefined;
  };
  const targetsOf = (name: string): ReadonlyMap<string, string> => {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const relations = read(`${folder}_rels/${name.slice(folder.length)}.rels`);
    return new Map(
      findAll(relations, 'Relationship').map(({ attributes }) => {
        const { Id = '', Target = '' } = attributes;
        return [Id, Target.startsWith('/') ? Target.slice(1) : folder + Target] as const;
      }),
    );
  };
  return { read, targetsOf };
};
