import { useSearchParams } from 'react-router-dom'

/** The number that stands in the address under a name; empty where there is none. */
export function useIdOf(name: string): string {
  const id = useSearchParams()[0].get(name) ?? ''
  return /^[1-9]\d{0,17}$/.test(id) ? id : ''
}
