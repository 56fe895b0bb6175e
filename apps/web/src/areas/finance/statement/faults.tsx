import { t } from '#platform/text/text.ts'
import './statement.css'

/** Every line of a statement that cannot be taken, by its number. */
export function Faults({ faults }: { faults: readonly { line: number; words: string }[] }) {
  if (faults.length === 0) return null
  return (
    <ul className="statement-faults" aria-label={t('账单中的问题')}>
      {faults.map(({ line, words }) => (
        <li key={line}>
          <b>{t('第 {n} 行', { n: line })}</b>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  )
}
