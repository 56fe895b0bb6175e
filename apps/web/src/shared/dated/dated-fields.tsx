import type { DatedRow } from '@chauffeur/contract/kernel/dated'
import type { ReactNode } from 'react'
import { InstantField, TextField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { t } from '#platform/text/text.ts'

interface Props {
  /** Null for a new one. */
  row: DatedRow | null
  /** What is given to the driver. */
  children?: ReactNode
}

/** Whose, from when, until when and why: of what holds already the driver and the beginning stay. */
export function DatedFields({ row, children }: Props) {
  const cities = useCities().list
  const offsetMinutes = (cities.find(({ cityId }) => cityId === row?.cityId) ?? cities[0])?.utcOffsetMinutes ?? null
  return (
    <>
      <TextField name="driverNo" label={t('司机工号')} required locked={row !== null} maxLength={20} />
      {children}
      <InstantField
        name="from"
        label={t('开始')}
        hint={row?.state === 'CURRENT' ? t('已生效，开始时间不能改') : t('不填则从现在起')}
        locked={row?.state === 'CURRENT'}
        offsetMinutes={offsetMinutes}
      />
      <InstantField name="until" label={t('截止')} required offsetMinutes={offsetMinutes} />
      <TextField name="reason" label={t('原因')} required maxLength={200} />
    </>
  )
}
