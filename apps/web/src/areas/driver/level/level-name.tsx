import { driverStandingCalls } from '@chauffeur/contract/driver/level-driver'
import { useCall } from '#platform/http/call.ts'
import { tr } from '#platform/text/text.ts'
import '../driver.css'

/** A driver's level by the name and in the colour that their city gave it; its number until they are known. */
export function LevelName({ cityId, level }: { cityId: string; level: number }) {
  const cities = useCall(driverStandingCalls.getLevelColor, {}, { silent: true }).data?.cities
  const levels = cities?.find((city) => city.cityId === cityId)?.levels
  // A level that is there no more is the highest that is.
  const known = levels?.find((one) => one.level === level) ?? levels?.at(-1)
  if (!known) return <span className="ui-number">{level}</span>
  return (
    <span className="driver-level" style={{ borderColor: known.colour }}>
      {tr(known.name)}
    </span>
  )
}

/** Sentences one below the other, as long as there is room for. */
export const Lines = ({ of }: { of: readonly string[] }) => (
  <ul className="driver-lines">
    {of.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
