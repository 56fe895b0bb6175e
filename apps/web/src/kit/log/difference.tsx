import { Checkbox } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { compare, counts, pieces, valueText, type ChangeKind, type Difference as Changed, type Piece } from './difference.view.ts'
import { fieldWords } from './field-words.ts'
import './difference.css'

interface Props {
  /** The record as it was; null where there was none. */
  before: unknown
  after: unknown
}

/** What differs between two states of a record: field by field, in words and in colour. */
export function Difference({ before, after }: Props) {
  const [all, setAll] = useState(false)
  const rows = useMemo(() => compare(before, after), [before, after])
  const sums = useMemo(() => counts(rows), [rows])
  const words: Record<ChangeKind, string> = { added: t('增加'), removed: t('移除'), changed: t('改动'), same: t('未变') }
  const shown = all ? rows : rows.filter(({ kind }) => kind !== 'same')
  return (
    <div className="ui-difference">
      <div className="ui-difference-head">
        {(['added', 'removed', 'changed'] as const)
          .filter((kind) => sums[kind] > 0)
          .map((kind) => (
            <span key={kind} className={`ui-difference-kind ui-difference-${kind}`}>
              {words[kind]} {countText(sums[kind])}
            </span>
          ))}
        {sums.same > 0 ? (
          <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
            {t('显示未变化的 {n} 项', { n: sums.same })}
          </Checkbox>
        ) : null}
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t('没有变化')} />
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('字段')}</th>
              <th scope="col">{t('变化')}</th>
              <th scope="col">{t('之前')}</th>
              <th scope="col">{t('之后')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.path.join('\u0000')} className={`ui-difference-${row.kind}`}>
                <th scope="row" title={row.path.join(' › ')}>
                  {row.path.map(fieldWords).join(' › ') || '—'}
                </th>
                <td>
                  <span className="ui-difference-kind">{words[row.kind]}</span>
                </td>
                <Sides row={row} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function Sides({ row }: { row: Changed }) {
  const name = row.path.at(-1) ?? ''
  const was = row.kind === 'added' ? '' : valueText(row.before, name)
  const is = row.kind === 'removed' ? '' : valueText(row.after, name)
  if (row.kind === 'changed' && typeof row.before === 'string' && typeof row.after === 'string' && was !== '' && is !== '') {
    const cut = pieces(was, is)
    return (
      <>
        <td className="ui-difference-before">{marked(cut.before, 'del')}</td>
        <td className="ui-difference-after">{marked(cut.after, 'ins')}</td>
      </>
    )
  }
  return (
    <>
      <td className="ui-difference-before">{row.kind === 'same' || was === '' ? was : <del>{was}</del>}</td>
      <td className="ui-difference-after">{row.kind === 'same' || is === '' ? is : <ins>{is}</ins>}</td>
    </>
  )
}

const marked = (parts: readonly Piece[], Mark: 'del' | 'ins'): ReactNode =>
  parts.map(({ text, differs }, at) => (differs ? <Mark key={at}>{text}</Mark> : <span key={at}>{text}</span>))
