import type { FormRule } from 'antd'
import { t } from '#platform/text/text.ts'

export type Rule = FormRule

/** A number between two, in the wire's unit; said in the unit on screen. A number out of range is named, never moved. */
export function within(min: number | undefined, max: number | undefined, shown: (wire: number) => string): Rule[] {
  if (min === undefined && max === undefined) return []
  const words =
    min !== undefined && max !== undefined
      ? t('应在 {min} 到 {max} 之间', { min: shown(min), max: shown(max) })
      : min !== undefined
        ? t('不能小于 {min}', { min: shown(min) })
        : t('不能大于 {max}', { max: shown(max ?? 0) })
  return [
    {
      validator: (_, value?: number | null) =>
        value === undefined || value === null || ((min === undefined || value >= min) && (max === undefined || value <= max))
          ? Promise.resolve()
          : Promise.reject(new Error(words)),
    },
  ]
}

/** Not below another field of the form, where both are filled. */
export const notBelow =
  (other: string, words: string): Rule =>
  ({ getFieldValue }) => ({
    validator: (_, value?: number | string | null) => {
      const least = getFieldValue(other.split('.')) as number | string | null | undefined
      const both = value !== undefined && value !== null && value !== '' && least !== undefined && least !== null && least !== ''
      return both && value < least ? Promise.reject(new Error(words)) : Promise.resolve()
    },
  })

/** Both of a pair or neither. */
export const withOther =
  (other: string, words: string): Rule =>
  ({ getFieldValue }) => ({
    validator: (_, value?: unknown) => (!value && getFieldValue(other.split('.')) ? Promise.reject(new Error(words)) : Promise.resolve()),
  })

/** This value and no other. */
export const exactly = (wanted: number, words: string): Rule => ({
  validator: (_, value?: number | null) =>
    value === undefined || value === null || value === wanted ? Promise.resolve() : Promise.reject(new Error(words)),
})
