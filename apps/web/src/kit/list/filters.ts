import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { ownCityCalls } from '@chauffeur/contract/operations/city'
import { useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useSession } from '#platform/session/session.ts'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import type { Choices, Filter, Option } from './query-table.view.ts'

type More = { more?: boolean; authority?: string; width?: number }
/** A word table of the contract: its words are looked up where they are shown. */
type Words = Readonly<Record<string, string>>

/** The choices of a word table, some of its keys where not all. */
export const choicesOf = (words: Words, keys: readonly (string | number)[] = Object.keys(words)): Option[] =>
  keys.map((key) => ({ key: String(key), value: tr(words[key] ?? String(key)) }))

/** The choices that a call answers. */
export const choicesFrom = <C extends Call>(call: C, input: InputOf<C>, optionsOf: (answer: AnswerOf<C>) => readonly Option[]) =>
  function useAnswered(): readonly Option[] {
    const answer = useCall(call, input).data
    const language = useLocale()
    return useMemo(() => (answer && language ? optionsOf(answer) : []), [answer, language])
  }

/** The cities within the operator's scope. */
function useCityChoices(): readonly Option[] {
  const { options } = useCities()
  return useMemo(() => options.map(({ value, label }) => ({ key: value, value: label })), [options])
}

const pickText = { driver: '司机', customer: '客户', enterprise: '企业', channel: '渠道' }
/** Who sees such; channels everybody who works in a city. */
const pickedBy = { driver: 'driver.view', customer: 'order.view', enterprise: 'enterprise.view', channel: undefined }

/** Filters by kind; the key is the field of the call's input. */
export const filterKit = {
  /** What `/` goes to: the placeholder says what can be looked for. */
  keyword: (placeholder: string): Filter => ({ kind: 'text', key: 'keyword', label: t('关键字'), placeholder }),
  text: (key: string, label: string, more: More & { placeholder?: string } = {}): Filter => ({ kind: 'text', key, label, ...more }),
  choice: (key: string, label: string, options: Choices, more: More = {}): Filter => ({ kind: 'select', key, label, options, ...more }),
  /** One of the keys of a word table. */
  word: (key: string, label: string, words: Words, more: More & { only?: readonly (string | number)[] } = {}): Filter => ({
    kind: 'select',
    key,
    label,
    options: choicesOf(words, more.only),
    ...more,
  }),
  /** Several of the keys of a word table; numbers on the wire where the keys are. */
  status: (key: string, label: string, words: Words, more: More & { only?: readonly (string | number)[] } = {}): Filter => {
    const options = choicesOf(words, more.only)
    return { kind: 'multi', key, label, options, numeric: options.every((option) => /^\d+$/.test(option.key)), ...more }
  },
  /** Whether something is so: `true` and `false` on the wire. */
  flag: (key: string, label: string, yes: string, no?: string, more: More = {}): Filter => ({
    kind: 'select',
    key,
    label,
    options: [{ key: 'true', value: yes }, ...(no === undefined ? [] : [{ key: 'false', value: no }])],
    ...more,
  }),
  enabled: (label = t('状态')): Filter => filterKit.flag('enabled', label, t('已启用'), t('已停用')),
  city: (more: More = {}): Filter => ({ kind: 'select', key: 'cityId', label: t('城市'), options: useCityChoices, ...more }),
  /** Looked for on the server, by whoever may see such. */
  pick: (of: keyof typeof pickText, more: More = {}): Filter => ({
    kind: 'pick',
    of,
    key: `${of}Id`,
    label: tr(pickText[of]),
    ...(pickedBy[of] && { authority: pickedBy[of] }),
    ...more,
  }),
  /** Whole days by the clock of the business's cities, wherever the reader sits. */
  days: (key: string, label: string, more: More = {}): Filter => ({ kind: 'days', key, label, clock: 'city', ...more }),
  amount: (key: string, label: string, more: More = {}): Filter => ({ kind: 'amount', key, label, ...more }),
}

/** The filters of a list as this operator has them. */
export function useFilters(filters: readonly Filter[]): readonly Filter[] {
  const permissions = useSession((state) => state.permissions)
  const byCity = filters.some((filter) => filter.kind === 'days' && filter.clock === 'city')
  const { data } = useCall(ownCityCalls.commonCities, {}, { enabled: byCity })
  // Cities of one business share a clock.
  const offsetMinutes = data?.rows[0]?.utcOffsetMinutes
  return useMemo(
    () =>
      filters
        .filter(({ authority }) => authority === undefined || permissions.includes(authority))
        .map((filter) =>
          filter.kind === 'days' && filter.clock === 'city' && offsetMinutes !== undefined ? { ...filter, offsetMinutes } : filter,
        ),
    [filters, permissions, offsetMinutes],
  )
}
