import type { LookAlike } from '#contract/wire.ts';
import { codeSegments } from '#exam/texts/question-parts.ts';
import styles from './look-alike-table.module.css';

/** Words, and code within them. */
const Cell = ({ text = '' }: { text: string | undefined }) =>
  codeSegments(text).map((segment, index) =>
    segment.kind === 'text' ? (
      segment.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: segments of a text never move.
      <code key={index} dir="ltr" translate="no">
        {segment.text}
      </code>
    ),
  );

type LookAlikeTableProps = { of: LookAlike; heading?: 'h2' | 'h3' };

/** Things that are easily confused, side by side; one below the other where there is no room. */
export const LookAlikeTable = ({
  of: { title, columns, rows },
  heading: Heading = 'h3',
}: LookAlikeTableProps) => {
  const [thing, ...aspects] = columns;
  return (
    <div className={styles.box} dir="auto">
      <table className={styles.table}>
        <caption>
          <Heading>{title}</Heading>
        </caption>
        <thead>
          <tr>
            <th scope="col">{thing}</th>
            {aspects.map((aspect) => (
              <th key={aspect} scope="col">
                {aspect}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">
                <Cell text={name} />
              </th>
              {aspects.map((aspect, at) => (
                <td key={aspect}>
                  <span className={styles.aspect}>{`${aspect}: `}</span>
                  <Cell text={cells[at]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
