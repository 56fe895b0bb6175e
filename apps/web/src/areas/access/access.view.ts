import { locale } from '#platform/text/text.ts'

/** The name in the operator's language. */
export const nameOf = (one: { name: string; nameEn: string }): string => (locale() === 'en' && one.nameEn !== '' ? one.nameEn : one.name)
export const areaOf = (one: { areaName: string; areaNameEn: string }): string =>
  locale() === 'en' && one.areaNameEn !== '' ? one.areaNameEn : one.areaName
