import { useState } from 'react'

/** What a drawer or dialog shows while it closes, though nothing is chosen by then. */
export function useKept<Row>(row: Row | null): Row | null {
  const [kept, setKept] = useState(row)
  if (row !== null && row !== kept) setKept(row)
  return row ?? kept
}
