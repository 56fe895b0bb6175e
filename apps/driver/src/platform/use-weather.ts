import { driverWeatherCalls } from '@chauffeur/contract/driver/bad-weather'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useEffect, useState } from 'react'
import { ask } from './wire.ts'

type Weather = AnswerOf<typeof driverWeatherCalls.weather>
const LOOK_MS = 60_000

/** Bad weather in the driver's city; null while it is not known. */
export function useWeather(token: string): Weather | null {
  const [weather, setWeather] = useState<Weather | null>(null)
  useEffect(() => {
    const look = () => void ask(driverWeatherCalls.weather, {}, token).then(setWeather, () => undefined)
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [token])
  return weather
}
