import { moneyChangeText, moneyText } from './money.view.ts'
import '../page/ui.css'

export interface MoneyProps {
  /** Integer fen; null when there is none yet. */
  fen: number | null
  /** A difference: the sign is shown for gains too. */
  change?: boolean
}

export function Money({ fen, change }: MoneyProps) {
  if (fen === null) return <span className="ui-none">—</span>
  return <span className="ui-number">{change ? moneyChangeText(fen) : moneyText(fen)}</span>
}
