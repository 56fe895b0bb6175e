/** What fits into one message alone, and into each of several, whose heads say how they go together. */
const [ALONE, EACH] = [70, 67]

export interface Segments {
  /** Places taken, of UTF-16: a sign beside the common ones takes two. */
  units: number
  segments: number
  /** Places that the last message has left. */
  left: number
}

/**
 * How many messages a text goes out as, which is what providers count and charge. Within mainland China a letter takes the place of a Chinese
 * sign, so that an English text is counted as a Chinese one: 70 signs, 67 in each of several, the signature with its brackets among them
 * (https://help.aliyun.com/en/sms/product-overview/billing-overview, 2025; the 160 of GSM are of messages abroad, and no telephone here is).
 * A sign is never cut in two.
 */
export function segmentsOf(text: string): Segments {
  const signs = Array.from(text)
  const units = text.length
  if (units <= ALONE) return { units, segments: units === 0 ? 0 : 1, left: ALONE - units }
  let [segments, used] = [1, 0]
  for (const { length } of signs) {
    if (used + length > EACH) [segments, used] = [segments + 1, 0]
    used += length
  }
  return { units, segments, left: EACH - used }
}
