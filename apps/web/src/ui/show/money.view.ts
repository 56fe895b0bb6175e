const grouped = (yuan: string) => yuan.replace(/\B(?=(\d{3})+$)/g, ',')

/** Integer fen as yuan with two decimals, `¥1,234.50`; a debit is `-¥5.00`. */
export function moneyText(fen: number): string {
  const cents = Math.abs(Math.trunc(fen))
  const yuan = grouped(String(Math.floor(cents / 100)))
  return `${fen < 0 ? '-' : ''}¥${yuan}.${String(cents % 100).padStart(2, '0')}`
}

/** A difference keeps its sign in front, so that `+¥0.50` cannot be read as a price. */
export function moneyChangeText(fen: number): string {
  return fen > 0 ? `+${moneyText(fen)}` : moneyText(fen)
}

/** Yuan as an operator types them to fen; null for anything that is not an amount of at most two decimals. */
export function fenOfYuan(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(text.trim().replace(/[,，¥￥]/g, ''))
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Fen as an operator would type them: no sign, no thousands, no needless decimals. */
export function yuanOfFen(fen: number): string {
  return fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2)
}

/** What a number field holds in yuan, as fen; undefined where nothing was typed. */
export function fenOf(yuan: number): number
export function fenOf(yuan: number | null | undefined): number | undefined
export function fenOf(yuan: number | null | undefined): number | undefined {
  return yuan === null || yuan === undefined ? undefined : Math.round(yuan * 100)
}

/** Fen as a number field shows them. */
export function yuanOf(fen: number): number
export function yuanOf(fen: number | null | undefined): number | undefined
export function yuanOf(fen: number | null | undefined): number | undefined {
  return fen === null || fen === undefined ? undefined : fen / 100
}
