import { driverInsuranceCalls, type InsuranceProduct, insuranceProductText } from '@chauffeur/contract/qualification/insurance'
import { Alert, Form } from 'antd'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { countText } from '#ui/show/measure.view.ts'

/** In the form of duty rules: how many drivers the policies that are asked for would keep from going on duty. */
export function CoverOfRule({ cityId: own, isNew }: { cityId: string | undefined; isNew: boolean }) {
  const chosen = Form.useWatch<string | undefined>('cityId')
  const asked = Form.useWatch<InsuranceProduct[] | undefined>('policies') ?? []
  const cityId = own ?? chosen
  const isKnown = asked.length > 0 && (!isNew || chosen !== undefined)
  const cover = useCall(driverInsuranceCalls.cover, cityId ? { cityId } : {}, { enabled: isKnown, silent: true }).data
  if (!isKnown || !cover) return null
  const least = asked.toSorted((one, other) => cover.covered[one] - cover.covered[other])[0]!
  const without = cover.drivers - cover.covered[least]
  if (without <= 0) return null
  const values = { product: tr(insuranceProductText[least]), n: countText(without), all: countText(cover.drivers) }
  return (
    <Alert
      type="warning"
      showIcon
      message={
        cover.covered[least] === 0
          ? t('现在没有一位司机有保障中的{product}，保存后全部 {all} 位司机都不能上线', values)
          : t('{all} 位可上线司机中有 {n} 位没有保障中的{product}，保存后不能上线', values)
      }
    />
  )
}
