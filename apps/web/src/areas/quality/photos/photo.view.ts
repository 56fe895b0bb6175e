import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type PhotoCase, type PhotoMatch, type PhotoRow, photoCalls } from '@chauffeur/contract/quality/photo'
import {
  counterpartOf,
  orderFileKindText,
  type PhotoCaseState,
  type PhotoFlag,
  photoFlagText,
  photoReasonText,
  type PhotoVerdict,
  photoVerdictText,
  photoWhyText,
} from '@chauffeur/contract/quality/photo-model'
import { joined, t, tr } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export type OrderPhotos = AnswerOf<typeof photoCalls.order>
export type FullPhoto = OrderPhotos['photos'][number]

/** What shows pictures and their cases: asked again once something was said of one. */
export const photoReads = [photoCalls.queue, photoCalls.counts, photoCalls.order, photoCalls.photoList, photoCalls.log]

export const verdictTone: Record<PhotoVerdict, Tone> = { NONE: 'idle', OK: 'done', BAD: 'lost', RETAKE: 'wait', RETAKEN: 'off' }
export const stateTone: Record<PhotoCaseState, Tone> = { OPEN: 'run', CLEAR: 'off', WAITING: 'wait', IN_REVIEW: 'run', DONE: 'done' }
/** Those that speak of a trick; the others say that something is missing. */
export const isGrave = (flag: PhotoFlag): boolean => flag === 'REUSED' || flag === 'OFF_PLACE' || flag === 'OFF_TIME'

export const kindWords = ({ kind }: Pick<PhotoRow, 'kind'>): string => tr(orderFileKindText[kind])
export const flagWords = (flags: readonly PhotoFlag[]): string => joined(flags.map((flag) => tr(photoFlagText[flag])))
export const whyWords = ({ why }: Pick<PhotoCase, 'why'>): string => joined(why.map((one) => tr(photoWhyText[one])))
export const verdictWords = ({ verdict, reason }: Pick<PhotoRow, 'verdict' | 'reason'>): string =>
  reason && verdict !== 'OK' ? `${tr(photoVerdictText[verdict])} · ${tr(photoReasonText[reason])}` : tr(photoVerdictText[verdict])

/** Why, as the log keeps it: a reason of the list, what was written besides, or both. */
export function saidWhy(reason: string): string {
  const [why = '', ...written] = reason.split('：')
  return [tr(why), written.join('：')].filter(Boolean).join(' · ')
}

/** The same where there is little room: why, where that is said. */
export const shortVerdict = ({ verdict, reason }: Pick<PhotoRow, 'verdict' | 'reason'>): string =>
  verdict === 'NONE' ? '' : tr(reason && verdict === 'BAD' ? photoReasonText[reason] : photoVerdictText[verdict])

/** Beside which picture one is held: what shows the same before and after the trip, the last of them where there are several. */
export function besideOf(photo: FullPhoto, photos: readonly FullPhoto[]): FullPhoto | undefined {
  const kind = counterpartOf(photo.kind)
  return (
    photos.findLast((other) => other.kind === kind && other.verdict !== 'RETAKEN') ??
    photos.find((other) => other.fileId === photo.replaces)
  )
}

/** The next one of which nothing was said, from here on and then from the beginning; -1 where something was said of all. */
export function nextOpen(photos: readonly Pick<PhotoRow, 'verdict'>[], at: number): number {
  const open = photos.flatMap(({ verdict }, index) => (verdict === 'NONE' ? [index] : []))
  return open.find((index) => index > at) ?? open.find((index) => index !== at) ?? -1
}

/** How alike two pictures are, in words. */
export const likeWords = ({ sameBytes, distance }: Pick<PhotoMatch, 'sameBytes' | 'distance'>): string =>
  sameBytes ? t('文件完全相同') : t('画面相似度 {percent}%', { percent: Math.round((1 - distance / 256) * 100) })
