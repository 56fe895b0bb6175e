import type { PriceBand } from '@chauffeur/contract/pricing/model'
import { Button, Form, Input, InputNumber } from 'antd'
import { t } from '#platform/text/text.ts'
import { fenOf } from '#ui/show/money.view.ts'
import { BandsPicture } from './bands-picture.tsx'
import type { RulesForm } from './template.view.ts'
import '../pricing.css'

const START = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const END = /^(([01]\d|2[0-3]):[0-5]\d:[0-5]\d|24:00:00)$/
const time = (pattern: RegExp) => [{ pattern, required: true, message: t('应为 00:00:00 形式') }]
const number = () => [{ required: true, message: t('请填写') }]

/** The bands as rows and, above them, as the picture of the day that they make. Gaps and overlaps are named by the server at their row. */
export function BandsInput() {
  const typed = Form.useWatch<RulesForm['bands'] | undefined>(['rules', 'bands'])
  return (
    <fieldset className="ui-group">
      <legend>{t('时段（须覆盖 24 小时，不重叠；跨零点请拆成两段）')}</legend>
      <BandsPicture bands={drawable(typed ?? [])} figures={false} />
      <Form.List name={['rules', 'bands']}>
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className="pricing-form-row">
                <Form.Item name={[name, 'from']} label={t('开始')} rules={time(START)}>
                  <Input maxLength={8} />
                </Form.Item>
                <Form.Item name={[name, 'to']} label={t('结束')} rules={time(END)}>
                  <Input maxLength={8} />
                </Form.Item>
                <Form.Item name={[name, 'startFen']} label={t('起步价（元）')} rules={number()}>
                  <InputNumber min={0} max={100_000} precision={2} />
                </Form.Item>
                <Form.Item name={[name, 'includedM']} label={t('含里程（公里）')} rules={number()}>
                  <InputNumber min={0} max={10_000} />
                </Form.Item>
                <Button aria-label={t('删除第 {n} 个时段', { n: name + 1 })} onClick={() => remove(name)}>
                  {t('删除')}
                </Button>
              </div>
            ))}
            <Button onClick={() => add({ from: '', to: '24:00:00', startFen: 35, includedM: 8 })}>{t('增加时段')}</Button>
          </>
        )}
      </Form.List>
    </fieldset>
  )
}

/** Rows still being typed are left out of the picture. */
const drawable = (rows: RulesForm['bands']): PriceBand[] =>
  rows
    .filter((row) => row && START.test(row.from ?? '') && END.test(row.to ?? '') && row.from < row.to)
    .map((row) => ({
      from: row.from,
      to: row.to,
      startFen: fenOf(row.startFen ?? 0),
      includedM: Math.round((row.includedM ?? 0) * 1000),
    }))
