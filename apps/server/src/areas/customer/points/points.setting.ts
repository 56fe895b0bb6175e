import { type PointTerms, STANDARD_POINT_TERMS } from '@chauffeur/contract/customer/points-model'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

/** What points are given for, by city. Nothing is until somebody says so. */
export const pointTerms = {
  ...defineCitySetting<PointTerms>()({
    kind: 'pointTerms',
    object: 'pointTerms',
    standard: STANDARD_POINT_TERMS,
    view: (row) => ({ settingId: row.id, cityId: row.cityId, cityName: row.cityName, ...versionFactsOf(row), ...row.content }),
    refusals: { notFound: 'pointConfig.notFound', conflict: 'pointConfig.versionConflict', taken: 'pointConfig.cityTaken' },
  }),
  standard: STANDARD_POINT_TERMS,
}
