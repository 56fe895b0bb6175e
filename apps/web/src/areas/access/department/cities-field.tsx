import { peopleCalls } from '@chauffeur/contract/access/user'
import { Form } from 'antd'
import { CityField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'

/** Says what the chosen cities have already, so that no organisation is made twice. */
export function CitiesField({ except }: { except: string | undefined }) {
  const deptType = Form.useWatch<number | undefined>('deptType')
  const cityIds = Form.useWatch<string[] | undefined>('cityIds') ?? []
  const rows = useCall(peopleCalls.organisations, {}, { enabled: deptType === 2 }).data?.rows ?? []
  const there = deptType === 2 ? rows.filter((row) => row.orgId !== except && row.cityIds.some((cityId) => cityIds.includes(cityId))) : []
  const hint = there.length === 0 ? t('不选为全部城市。') : t('所选城市已有机构：{names}', { names: joined(there.map(({ name }) => name)) })
  return <CityField name="cityIds" multiple hint={hint} />
}
