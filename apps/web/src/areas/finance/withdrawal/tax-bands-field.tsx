import type { TaxBand } from '@chauffeur/contract/finance/withdrawal-terms'
import { Form } from 'antd'
import { MoneyField, PercentField } from '#kit/fields/number-fields.tsx'
import { RowsField } from '#kit/fields/rows-field.tsx'
import { t } from '#platform/text/text.ts'
import { bandWords } from './withdrawal.view.ts'

/** The last band has no limit, whatever was typed while it was not the last. */
export const openEnded = (bands: readonly Partial<TaxBand>[]) =>
  bands.map(({ uptoFen, rateBp, quickFen }, at) => ({ uptoFen: at === bands.length - 1 ? null : uptoFen, rateBp, quickFen })) as TaxBand[]

/** The steps of a tax, from the lowest up. */
export const TaxBandsField = () => (
  <RowsField<TaxBand>
    name="bands"
    label={t('税率表（从低到高，最后一级不设上限）')}
    words={(bands: readonly TaxBand[]) => bandWords(openEnded(bands))}
    addText={t('增加一级')}
    added={{ uptoFen: null, rateBp: 0, quickFen: 0 }}
    most={12}
    removeText={(n) => t('删除第 {n} 级', { n })}
  >
    {(row, rows) => (
      <>
        {row === rows - 1 ? (
          <Form.Item label={t('第 {n} 级上限', { n: row + 1 })} required>
            {t('不设上限')}
          </Form.Item>
        ) : (
          <MoneyField name={[row, 'uptoFen']} label={t('第 {n} 级上限', { n: row + 1 })} required min={1} max={100_000_000_000} />
        )}
        <PercentField name={[row, 'rateBp']} label={t('第 {n} 级税率', { n: row + 1 })} required min={0} max={5_000} />
        <MoneyField name={[row, 'quickFen']} label={t('第 {n} 级速算扣除', { n: row + 1 })} required min={0} max={1_000_000_000} />
      </>
    )}
  </RowsField>
)
