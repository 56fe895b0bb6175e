import { Button, Form } from 'antd'
import { type ReactNode, useContext, useMemo } from 'react'
import { t } from '#platform/text/text.ts'
import { FieldGroup } from './field-row.tsx'
import { type FieldName, type FieldProps, KnownFieldsContext, pathOf, useKnownField } from './field.tsx'

interface RowsFieldProps<Row> {
  /** A list on the wire. */
  name: FieldName
  label: string
  /** All rows in the operator's words, where two versions are held side by side. */
  words: (rows: Row[]) => string
  addText: string
  /** What a row that is added begins with. */
  added: Row
  /** One where none could mean anything. */
  least?: 0 | 1
  most: number
  locked?: FieldProps['locked']
  removeText: (position: number) => string
  /** Beside the rows: what they look like together. */
  above?: ReactNode
  /** The fields of a row, named `[row, 'startFen']`. */
  children: (row: number, rows: number) => ReactNode
}

/** A list of rows, each with the same fields. */
export function RowsField<Row extends object>({
  name,
  label,
  words,
  addText,
  added,
  least = 1,
  most,
  locked,
  removeText,
  above,
  children,
}: RowsFieldProps<Row>) {
  const form = useContext(KnownFieldsContext)
  const path = pathOf(name)
  useKnownField(path, { label, rows: true, words: ((rows?: Row[]) => words(rows ?? [])) as never })
  const inside = useMemo(() => form && { ...form, within: path }, [form, path])
  return (
    <FieldGroup title={label}>
      {above}
      <KnownFieldsContext value={inside}>
        <Form.List name={name as never}>
          {(rows, { add, remove }) => (
            <div className="edit-rows">
              {rows.map(({ key, name: row }) => (
                <div key={key}>
                  {children(row, rows.length)}
                  <Button aria-label={removeText(row + 1)} disabled={!!locked || rows.length <= least} onClick={() => remove(row)}>
                    {t('删除')}
                  </Button>
                </div>
              ))}
              <Button size="small" disabled={!!locked || rows.length >= most} onClick={() => add(added)}>
                {addText}
              </Button>
            </div>
          )}
        </Form.List>
      </KnownFieldsContext>
    </FieldGroup>
  )
}
