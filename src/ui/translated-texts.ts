/**
 * A browser that translates a page puts `font` elements in place of its texts, at any time. React
 * then changes a text that is no longer on screen, or removes it from a parent that it has left,
 * which throws.
 */

/** What a translation has put in a node's place. */
const standIns = new WeakMap<Node, ChildNode>();

const isFont = (node: Node | null | undefined) => node?.nodeName === 'FONT';

const note = (records: MutationRecord[]) => {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const font = [addedNodes[0], previousSibling, nextSibling].find(isFont);
    if (font) for (const node of removedNodes) standIns.set(node, font as ChildNode);
  }
};

/** Lets React find a text where a translation has put something else, and put it back to change it. */
export const guardTexts = () => {
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');

  /** The node, or what stands in for it, where `isThere`. */
  const find = (node: Node | null, isThere: (node: Node) => boolean) => {
    let found: Node | null | undefined = node;
    if (found && !isThere(found)) note(observer.takeRecords());
    while (found && !isThere(found)) found = standIns.get(found);
    return found;
  };

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T) {
    const found = find(child, ({ parentNode }) => parentNode === this);
    if (found) removeChild.call(this, found);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null) {
    insertBefore.call(this, node, find(next, ({ parentNode }) => parentNode === this) ?? null);
    return node;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      const found = find(this, ({ isConnected }) => isConnected);
      if (found && found !== this) (found as ChildNode).replaceWith(this);
      value?.set?.call(this, text);
    },
  });
};
