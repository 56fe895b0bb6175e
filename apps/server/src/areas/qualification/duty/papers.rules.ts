export type Paper = 'LICENCE' | 'ID_CARD'
/** Last days, `yyyy-mm-dd`; null: unlimited, or not known. `today` is the day of the driver's city. */
export interface Papers {
  licence_expire: string | null
  id_card_expire: string | null
  today: string
}

/** Days that a paper still holds after today: on its last day none, below that it is over. */
export const daysLeft = (until: string | null, today: string): number | null =>
  until === null ? null : Math.round((Date.parse(until) - Date.parse(today)) / 86_400_000)

const isOver = (until: string | null, today: string) => (daysLeft(until, today) ?? 0) < 0
/** The papers of a driver that do not hold any more. */
export const papersOver = ({ licence_expire, id_card_expire, today }: Papers): Paper[] => [
  ...(isOver(licence_expire, today) ? (['LICENCE'] as const) : []),
  ...(isOver(id_card_expire, today) ? (['ID_CARD'] as const) : []),
]
