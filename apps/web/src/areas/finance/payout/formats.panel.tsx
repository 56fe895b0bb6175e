import { bankFormatCalls, bankValue, bankValueText, type BankColumn } from '@chauffeur/contract/finance/bank-format'
import { type CitySetting, CitySettingPanel } from '#kit/config/city-setting.panel.tsx'
import { choicesOf, RowsField, SelectField, TextField, WithField } from '#kit/fields/fields.ts'
import { joined, t, tr } from '#platform/text/text.ts'

const columnWords = (columns: readonly Partial<BankColumn>[]) => joined(columns.map(({ title }) => title))

const formatSetting = (): CitySetting<typeof bankFormatCalls.list, typeof bankFormatCalls.save> => ({
  what: t('文件格式'),
  read: bankFormatCalls.list,
  save: bankFormatCalls.save,
  history: bankFormatCalls.history,
  columns: [{ title: t('列'), cell: ({ columns }) => columnWords(columns) }],
  factsOf: ({ columns }) => columns.map(({ title, value, fixed }) => ({ label: title, words: fixed || tr(bankValueText[value]) })),
  width: 680,
  fieldOf: { 'bankFormat.lacking': 'columns' },
  fields: () => (
    <RowsField<Partial<BankColumn>>
      name="columns"
      label={t('列，按文件里的顺序')}
      words={columnWords}
      addText={t('增加一列')}
      added={{ title: '', value: 'FIXED' }}
      most={40}
      removeText={(n) => t('删除第 {n} 列', { n })}
    >
      {(at) => (
        <>
          <TextField name={[at, 'title']} label={t('第 {n} 列的列名', { n: at + 1 })} required maxLength={40} />
          <SelectField
            name={[at, 'value']}
            label={t('第 {n} 列的内容', { n: at + 1 })}
            required
            choices={choicesOf(bankValue.options, bankValueText)}
          />
          <WithField name={['columns', at, 'value']}>
            {(value) =>
              value === 'FIXED' ? <TextField name={[at, 'fixed']} label={t('第 {n} 列的固定内容', { n: at + 1 })} maxLength={80} /> : null
            }
          </WithField>
        </>
      )}
    </RowsField>
  ),
})

/** How the file is laid out for the bank of each city. */
export const FormatsPanel = () => <CitySettingPanel of={formatSetting()} />
