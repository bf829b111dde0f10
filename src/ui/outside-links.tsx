import { Icon } from './icon.tsx';
import styles from './outside-links.module.css';

type OutsideLinksProps = {
  /** `isScreenOnly`: of no use on paper. */
  links: readonly { title: string; url: string; isScreenOnly?: boolean }[];
};

/** Links to other sites, which open in a new tab. */
export const OutsideLinks = ({ links }: OutsideLinksProps) => (
  <ul className={`cluster ${styles.links}`}>
    {links.map(({ title, url, isScreenOnly = false }) => (
      <li key={`${title} ${url}`} className={isScreenOnly ? 'screen-only' : undefined}>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {title}
          <Icon name="outside" size={16} />
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </li>
    ))}
  </ul>
);
