import { cityCalls } from '@chauffeur/contract/operations/city'
import { placeCalls, type PlaceRow } from '@chauffeur/contract/operations/place'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { CityField, FieldRow, TagsField, TextField } from '#kit/fields/fields.ts'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { PointsField } from './points-field.tsx'
import type { PlaceValues } from './place.view.ts'

/** A place with its doors, put on a map. */
export default function PlaceForm({ open, row: shown, onClose }: RowFormProps<PlaceRow>) {
  return (
    <CallForm<typeof placeCalls.save, PlaceRow>
      call={placeCalls.save}
      refreshes={[placeCalls.list, cityCalls.searchPlaces]}
      open={open}
      as="drawer"
      width={720}
      title={(row) => (row ? t('修改地点') : t('新建地点'))}
      row={shown}
      valuesOf={({ lat, lng, entrances, ...row }) => ({ ...row, points: { at: { lat, lng }, entrances } }) as object}
      initial={{ aliases: [] }}
      input={(values, row) => {
        const { points, ...place } = values as unknown as PlaceValues
        return { ...(row && { placeId: row.placeId, version: row.version }), ...place, ...points.at!, entrances: [...points.entrances] }
      }}
      present={async ({ placeId, name }) =>
        (await sendCall(placeCalls.list, { keyword: name, pageSize: 200 })).rows.find((one) => one.placeId === placeId)
      }
      fieldOf={{ 'place.outsideCity': 'points', lat: 'points', lng: 'points', entrances: 'points' }}
      draft={`place-${shown?.placeId ?? 'new'}`}
      onClose={onClose}
    >
      <FieldRow>
        <TextField name="name" label={t('名称')} required maxLength={60} />
        <CityField name="cityId" label={t('城市')} required />
      </FieldRow>
      <TextField name="address" label={t('地址')} maxLength={120} />
      <TagsField
        name="aliases"
        label={t('别名')}
        most={20}
        separators={['、', ',', '，', ';', '；']}
        hint={t('人们还怎么称呼它；拼音和首字母会自动生成')}
      />
      <PointsField />
      <TextField
        name="pickupNote"
        label={t('上车提示')}
        maxLength={60}
        placeholder={t('3 号门，指示牌下')}
        hint={t('接单员会看到，司机接单后也会看到')}
      />
    </CallForm>
  )
}
