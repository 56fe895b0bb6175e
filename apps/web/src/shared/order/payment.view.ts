import { payStatusText, type PayStatus } from '@chauffeur/contract/order/model'
import { RefusalError } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'

const numberIn = (data: unknown, key: string): number | undefined => {
  const value = (data as Record<string, unknown> | null)?.[key]
  return typeof value === 'number' ? value : undefined
}

/** A refused payment in the words that its data allow: both sums, or how the order stands by now. Any other error as it is. */
export function paymentRefusal(error: unknown): unknown {
  if (!(error instanceof RefusalError)) return error
  const say = (words: string) => new RefusalError(error.code, error.error, words, error.data)
  if (error.error === 'order.paymentDiffers') {
    const [amountFen, dueFen] = [numberIn(error.data, 'amountFen'), numberIn(error.data, 'dueFen')]
    if (amountFen === undefined || dueFen === undefined) return error
    return say(t('到账 {amount} 与应付 {due} 不一致，未登记', { amount: moneyText(amountFen), due: moneyText(dueFen) }))
  }
  if (error.error === 'order.notUnpaid') {
    const words = payStatusText[numberIn(error.data, 'payStatus') as PayStatus]
    return words ? say(t('订单现在是“{state}”，不能再操作', { state: tr(words) })) : error
  }
  return error
}
