import type { DialOf } from '@chauffeur/contract/call-centre/phone'
import { useMemo, type ReactNode } from 'react'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { Phone } from '#kit/show/phone.tsx'
import { Distance, Duration } from '#ui/show/measure.tsx'
import { clockText, countText, distanceText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { CELL_PX, widestPx } from '#ui/show/text-width.ts'
import { EnabledTag, Tag, type Tone } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import type { Column } from './query-table.view.ts'

/** The fields of a row that hold such values. */
type FieldOf<Row, Value> = { [Key in keyof Row]-?: Row[Key] extends Value ? Key : never }[keyof Row] & string
type Most<Row> = Partial<Pick<Column<Row>, 'sortable' | 'shows' | 'optional' | 'grow' | 'sum' | 'width' | 'pin' | 'fixed' | 'align'>>

const SORT_PX = 14
const DOT_PX = 13
const DIAL_PX = 26
const GROWS_FROM_PX = 130
/** What is written at most in a cell of such a kind, so that its column is as wide in every language as it has to be. */
const WIDEST = {
  money: () => moneyText(-1_234_567_89),
  amount: () => moneyText(12_345_67),
  phone: '138****0000',
  time: () => ['00-00 00:00', '2000-00-00'],
  distance: () => distanceText(99_900),
  clock: () => clockText(35_999),
}

const WIDE = String.fromCodePoint(0x56fd)
/** As wide as so many wide letters: for names, which are as long in every language. */
export const letters = (count: number): string => WIDE.repeat(count)
export const none = <span className="ui-none">—</span>
export const orNone = (text: string | null | undefined): ReactNode => text || none

/** Adds what is known; null when nothing is, so that an empty column does not claim to be zero. */
export function sumOf<Row>(rows: readonly Row[], value: (row: Row) => number | null): number | null {
  const known = rows.map(value).filter((amount) => amount !== null)
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0)
}

/** As wide as its head and the widest thing it holds. */
function widthOf(title: string, holds: readonly string[], sortable: boolean | undefined, besidePx = 0): number {
  return Math.max(widestPx([title]) + (sortable ? SORT_PX : 0), widestPx(holds) + besidePx) + CELL_PX
}

/** One thing above another; in compact rows beside it. */
export function Two({ over, under }: { over: ReactNode; under: ReactNode }) {
  return (
    <span className="ui-two">
      <Line>{over}</Line>
      {under === null || under === '' ? null : <Line under>{under}</Line>}
    </span>
  )
}
const Line = ({ children, under }: { children: ReactNode; under?: boolean }) => (
  <span className={under ? 'ui-two-under' : undefined} title={typeof children === 'string' ? children : undefined}>
    {children}
  </span>
)

/** A place by its name, with what else its address says in grey behind it. */
export function Place({ address }: { address: string }) {
  if (address === '') return none
  const at = address.search(/[ ·（(]/)
  const [name, rest] = at > 0 ? [address.slice(0, at), address.slice(at)] : [address, '']
  return (
    <span title={address}>
      {name}
      {rest ? <span className="ui-none">{rest}</span> : null}
    </span>
  )
}

function CityNames({ cityIds }: { cityIds: readonly string[] }) {
  const words = useCities().words(cityIds)
  return <span title={words}>{words}</span>
}

/** Columns by kind. A width is measured of what the kind holds, in the language that is read; one that is given is for what no kind knows. */
export function columnsOf<Row>() {
  type Key<Value> = FieldOf<Row, Value>
  const at = <Value,>(row: Row, key: Key<Value>) => row[key] as Value
  const column = (
    key: string,
    title: string,
    cell: (row: Row) => ReactNode,
    holds: readonly string[],
    more: Most<Row> = {},
    besidePx = 0,
  ): Column<Row> => ({
    key,
    title,
    cell,
    width: widthOf(title, holds, more.sortable, besidePx),
    ...more,
  })
  return {
    /** What names the row and leads to it. It never scrolls out of sight. */
    link: (
      key: Key<string>,
      title: string,
      path: (row: Row) => string,
      more: Most<Row> & { like?: string; words?: (row: Row) => string; under?: (row: Row) => ReactNode } = {},
    ): Column<Row> => {
      const { like, words = (row: Row) => at<string>(row, key), under, ...rest } = more
      const link = (row: Row) => (
        <a className="ui-link ui-number" href={`#${path(row)}`}>
          {words(row)}
        </a>
      )
      return {
        ...column(key, title, under ? (row) => <Two over={link(row)} under={under(row)} /> : link, like === undefined ? [] : [like], {
          pin: 'left',
          fixed: true,
          ...rest,
        }),
        ...(under && { two: true }),
      }
    },
    /** The same for rows without a page of their own: it does what Enter does. */
    opener: (
      key: Key<string>,
      title: string,
      more: Most<Row> & { like?: string; words?: (row: Row) => string; under?: (row: Row) => ReactNode } = {},
    ): Column<Row> => {
      const { like, words = (row: Row) => at<string>(row, key), under, ...rest } = more
      const opener = (row: Row) => (
        <button type="button" className="ui-text-button" data-opens="" title={words(row)}>
          {words(row)}
        </button>
      )
      return {
        ...column(key, title, under ? (row) => <Two over={opener(row)} under={under(row)} /> : opener, like === undefined ? [] : [like], {
          pin: 'left',
          fixed: true,
          ...rest,
        }),
        ...(under && { two: true }),
      }
    },
    /** What names the row where it is more than words. */
    name: (key: string, title: string, cell: (row: Row) => ReactNode, more: Most<Row> & { like?: string } = {}): Column<Row> => {
      const { like, ...rest } = more
      return column(key, title, cell, like === undefined ? [] : [like], { pin: 'left', fixed: true, ...rest })
    },
    /** Words that take the room there is, cut off with the whole of them in the tip. */
    text: (
      key: string,
      title: string,
      cell?: (row: Row) => string | null | undefined,
      more: Most<Row> & { like?: string } = {},
    ): Column<Row> => {
      const { like, ...rest } = more
      const words = cell ?? ((row: Row) => row[key as keyof Row] as string)
      const grow = like === undefined
      return column(key, title, (row) => orNone(words(row)), like === undefined ? [] : [like], {
        grow,
        ...(grow && { width: Math.max(GROWS_FROM_PX, widthOf(title, [], rest.sortable)) }),
        ...rest,
      })
    },
    /** Anything else; `like` is the widest it holds. */
    of: (
      key: string,
      title: string,
      cell: (row: Row) => ReactNode,
      like: string | readonly string[],
      more: Most<Row> & { besidePx?: number } = {},
    ): Column<Row> => {
      const { besidePx, ...rest } = more
      return column(key, title, cell, typeof like === 'string' ? [like] : like, rest, besidePx)
    },
    /** Two things that belong together, one above the other. */
    two: (
      key: string,
      title: string,
      over: (row: Row) => ReactNode,
      under: (row: Row) => ReactNode,
      like: readonly string[],
      more: Most<Row> & { besidePx?: number } = {},
    ): Column<Row> => {
      const { besidePx, ...rest } = more
      return { ...column(key, title, (row) => <Two over={over(row)} under={under(row)} />, like, rest, besidePx), two: true }
    },
    money: (
      key: Key<number | null>,
      title: string,
      more: Omit<Most<Row>, 'sum'> & { sum?: boolean; change?: boolean } = {},
    ): Column<Row> => {
      const { sum, change, ...rest } = more
      return column(
        key,
        title,
        (row) => <Money fen={at<number | null>(row, key)} {...(change && { change })} />,
        [sum ? WIDEST.money() : WIDEST.amount()],
        {
          align: 'right',
          ...(sum && { sum: (rows) => <Money fen={sumOf(rows, (row) => at<number | null>(row, key))} /> }),
          ...rest,
        },
      )
    },
    /** Today its time, this year its day, the date of another year; the whole of it in the tip. */
    time: (
      key: Key<string | null>,
      title: string,
      more: Most<Row> & { offset?: (row: Row) => number; never?: string } = {},
    ): Column<Row> => {
      const { offset, never, ...rest } = more
      const cell = (row: Row) => {
        const instant = at<string | null>(row, key)
        if (instant === null && never !== undefined) return <span className="ui-none">{never}</span>
        return <Time at={instant} as="short" offsetMinutes={offset?.(row)} />
      }
      return column(key, title, cell, [...WIDEST.time(), never ?? ''], rest)
    },
    distance: (key: Key<number | null>, title: string, more: Omit<Most<Row>, 'sum'> & { sum?: boolean } = {}): Column<Row> => {
      const { sum, ...rest } = more
      return column(key, title, (row) => <Distance m={at<number | null>(row, key)} />, [WIDEST.distance()], {
        align: 'right',
        ...(sum && { sum: (rows) => <Distance m={sumOf(rows, (row) => at<number | null>(row, key))} /> }),
        ...rest,
      })
    },
    duration: (key: Key<number | null>, title: string, more: Most<Row> = {}): Column<Row> =>
      column(key, title, (row) => <Duration s={at<number | null>(row, key)} />, [t('{h} 小时 {m} 分', { h: 99, m: 59 })], {
        align: 'right',
        ...more,
      }),
    /** A length as a clock shows it: 12:03. */
    clock: (key: Key<number | null>, title: string, more: Most<Row> = {}): Column<Row> => {
      const cell = (row: Row) => {
        const s = at<number | null>(row, key)
        return s === null ? none : <span className="ui-number">{clockText(s)}</span>
      }
      return column(key, title, cell, [WIDEST.clock()], { align: 'right', ...more })
    },
    count: (key: Key<number>, title: string, more: Most<Row> = {}): Column<Row> =>
      column(key, title, (row) => <span className="ui-number">{countText(at<number>(row, key))}</span>, [countText(99_999)], {
        align: 'right',
        ...more,
      }),
    /** One of the words of a table, with a dot in the colour of what it means. */
    status: <S extends string | number>(
      key: Key<S>,
      title: string,
      words: Readonly<Record<S, string>>,
      tone: Readonly<Record<S, Tone>>,
      more: Most<Row> = {},
    ): Column<Row> =>
      column(
        key,
        title,
        (row) => <Tag tone={tone[at<S>(row, key)]}>{tr(words[at<S>(row, key)])}</Tag>,
        Object.values<string>(words).map(tr),
        more,
        DOT_PX,
      ),
    /** One of the words of a table. */
    word: <S extends string | number>(key: Key<S>, title: string, words: Readonly<Record<S, string>>, more: Most<Row> = {}): Column<Row> =>
      column(key, title, (row) => tr(words[at<S>(row, key)]), Object.values<string>(words).map(tr), more),
    enabled: (key: string, title: string, on: (row: Row) => boolean): Column<Row> =>
      column(key, title, (row) => <EnabledTag enabled={on(row)} />, [t('已启用'), t('已停用')], {}, DOT_PX),
    phone: (key: Key<string>, title: string, more: Most<Row> & { dial?: (row: Row) => { of: DialOf; id: string } } = {}): Column<Row> => {
      const { dial, ...rest } = more
      return column(
        key,
        title,
        (row) => <Phone value={at<string>(row, key)} {...(dial && { dial: dial(row) })} />,
        [WIDEST.phone],
        rest,
        DIAL_PX,
      )
    },
    driver: (more: Most<Row> = {}): Column<Row> => {
      const cell = (row: Row) => {
        const { driverName, driverNo } = row as { driverName: string; driverNo: string }
        return driverNo === '' ? none : <Two over={driverName} under={driverNo} />
      }
      const shows = ['driverName', 'driverNo'] as (keyof Row & string)[]
      return { ...column('driver', t('司机'), cell, [letters(5), 'G000000'], { shows, ...more }), two: true }
    },
    /** Somebody and their telephone. */
    person: (
      key: string,
      title: string,
      name: (row: Row) => string,
      phone: (row: Row) => string,
      more: Most<Row> & { dial?: (row: Row) => { of: DialOf; id: string } } = {},
    ): Column<Row> => {
      const { dial, ...rest } = more
      const under = (row: Row) => (phone(row) === '' ? '' : <Phone value={phone(row)} {...(dial && { dial: dial(row) })} />)
      return {
        ...column(key, title, (row) => <Two over={orNone(name(row))} under={under(row)} />, [WIDEST.phone], rest, DIAL_PX),
        two: true,
      }
    },
    /** When it was changed last, and by whom; nobody is the system. */
    changed: (more: Most<Row> & { key?: string; at?: (row: Row) => ReactNode; by?: (row: Row) => string | null } = {}): Column<Row> => {
      const { key = 'changed', at: when, by, ...rest } = more
      const was = (row: Row) => row as { changedAt: string; changedBy: string | null }
      const cell = (row: Row) => (
        <Two
          over={when ? when(row) : <Time at={was(row).changedAt} as="short" />}
          under={(by ? by(row) : was(row).changedBy) || t('系统')}
        />
      )
      const shows = ['changedAt', 'changedBy'] as (keyof Row & string)[]
      return { ...column(key, t('最近修改'), cell, ['2000-00-00', letters(5)], { shows, ...rest }), two: true }
    },
    /** From when to when within a day. */
    hours: (title: string): Column<Row> => {
      const cell = (row: Row) => {
        const { from, to } = row as { from: string | null; to: string | null }
        return <span className="ui-number">{from === null || to === null ? t('全天') : `${from.slice(0, 5)}–${to.slice(0, 5)}`}</span>
      }
      return column('hours', title, cell, ['00:00–00:00', t('全天')], { shows: ['from', 'to'] as (keyof Row & string)[] })
    },
    /** Where something holds that names cities: naming none it holds in all. */
    cities: (cityIds: (row: Row) => readonly string[], more: Most<Row> = {}): Column<Row> =>
      column('cities', t('城市'), (row) => <CityNames cityIds={cityIds(row)} />, [t('全部城市')], { grow: true, ...more }),
    city: (more: Most<Row> & { key?: Key<string> } = {}): Column<Row> => {
      const { key = 'cityName' as Key<string>, ...rest } = more
      return column(key, t('城市'), (row) => orNone(tr(at<string>(row, key))), [letters(6)], rest)
    },
  }
}

export type ColumnKit<Row> = ReturnType<typeof columnsOf<Row>>

/** The columns of a list whose rows are all there, in the language that is read; `define` stays the same while they do. */
export function useColumns<Row>(define: (c: ColumnKit<Row>) => Column<Row>[]): Column<Row>[] {
  const language = useLocale()
  return useMemo(() => (language ? define(columnsOf<Row>()) : []), [language, define])
}
