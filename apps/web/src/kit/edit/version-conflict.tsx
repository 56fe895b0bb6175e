import { Button, Form } from 'antd'
import { useEffect, useRef } from 'react'
import { joined, t } from '#platform/text/text.ts'
import { type FieldPath, mergeFields, valueAt } from './conflict.view.ts'
import { PlainTable } from '#ui/table/plain-table.tsx'
import './conflict.css'

export interface ConflictField<V> {
  name: FieldPath<V>
  label: string
  /** The value in the operator's words; text, numbers, switches and lists of these say themselves. */
  words?: (value: never) => string
}

interface VersionConflictProps<V extends object> {
  /** The form's values as opened. */
  base: V
  /** As somebody else saved them; null while nobody did. */
  present: V | null
  /** Of the form around; asked for when there is something to compare. */
  fields: readonly ConflictField<V>[] | (() => readonly ConflictField<V>[])
  /** The form now holds what was chosen: go on from the present version. */
  onTake: () => void
}

function inWords<V extends object>({ name, words = plainWords }: ConflictField<V>, values: V): string {
  return words(valueAt(values, name) as never)
}
function plainWords(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? t('是') : t('否')
  return Array.isArray(value) ? joined(value.map(plainWords)) : String(value)
}

/** Inside a form that was refused because somebody else saved first: both versions side by side, and a way on from there. */
export function VersionConflict<V extends object>({ base, present, fields, onTake }: VersionConflictProps<V>) {
  const form = Form.useFormInstance<V>()
  const box = useRef<HTMLElement>(null)
  // NOTE: what is typed while the panel is open must show in it, so it follows every value of the form.
  const typed = Form.useWatch<V | undefined>((values: V) => values, { form, preserve: true })
  useEffect(() => {
    if (present) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [present])
  if (!present) return null

  const mine = { ...base, ...typed }
  const { merged, differences } = mergeFields(base, mine, present)
  const take = (values: V) => {
    form.setFieldsValue(values as never)
    onTake()
  }
  const all = typeof fields === 'function' ? fields() : fields
  const shown = all.flatMap((field) => {
    // A field may hold a group of values, such as an outline.
    const own = differences.filter(({ name }) => name === field.name || name.startsWith(`${field.name}.`))
    return own[0] ? [{ field, by: own.every(({ by }) => by === own[0]?.by) ? own[0].by : 'both' }] : []
  })
  return (
    <section className="conflict" ref={box} aria-label={t('两个版本的差异')}>
      {shown.length === 0 ? (
        <p>{t('他人保存的内容与您填写的一致。')}</p>
      ) : (
        <PlainTable
          rows={shown}
          rowKey={({ field }) => field.name}
          rowProps={({ by }) => ({ className: `conflict-${by}` })}
          columns={[
            { title: t('字段'), head: true, width: '84px', cell: ({ field }) => field.label },
            { title: t('我填写的'), cell: ({ field }) => inWords(field, mine) || '—' },
            { title: t('最新内容'), cell: ({ field }) => inWords(field, present) || '—' },
          ]}
        />
      )}
      <div className="conflict-actions">
        <Button size="small" type="primary" onClick={() => take(merged)}>
          {t('载入最新内容，保留我的修改')}
        </Button>
        <Button size="small" onClick={() => take({ ...mine, ...present })}>
          {t('全部采用最新内容')}
        </Button>
      </div>
    </section>
  )
}
