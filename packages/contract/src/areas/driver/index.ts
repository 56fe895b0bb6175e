import { dispatchCalls } from './app.ts'
import { dispatchRefusals } from './app-refusals.ts'
import { badWeatherCalls, badWeatherRefusals, driverWeatherCalls } from './bad-weather.ts'
import { driverClientCalls, driverClientRefusals } from './client.ts'
import { driverDisplayAppCalls, driverDisplayCalls, driverDisplayRefusals } from './display.ts'
import { driverInvitationCalls, driverInvitationRefusals, driverJoinCalls } from './invitation.ts'
import { driverBatchCalls, driverFileCalls, driverFileRefusals, driverLifeCalls } from './file.ts'
import { driverCalls } from './list.ts'
import { driverLevelCalls, driverLevelRefusals } from './level.ts'
import { driverLevelAppCalls, driverLevelWhiteCalls, driverProtectionCalls, driverStandingCalls } from './level-driver.ts'
import { driverOnlineCalls, driverOnlineRefusals } from './online.ts'
import { listenRangeCalls, listenRangeRefusals } from './listen-range.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  'bad-weather': { ...badWeatherCalls, ...driverWeatherCalls },
  'driver-display': { ...driverDisplayCalls, ...driverDisplayAppCalls },
  'driver-level': { ...driverLevelCalls, ...driverStandingCalls, ...driverLevelAppCalls },
  'driver-level-protection': driverProtectionCalls,
  'driver-level-white': driverLevelWhiteCalls,
  'driver-listen-range': listenRangeCalls,
  'driver-life': driverLifeCalls,
  'driver-online': driverOnlineCalls,
  dispatch: { ...dispatchCalls, ...driverJoinCalls, ...driverClientCalls },
  driver: { ...driverCalls, ...driverFileCalls, ...driverBatchCalls, ...driverInvitationCalls },
}
export const refusals = [
  dispatchRefusals,
  driverClientRefusals,
  driverDisplayRefusals,
  driverFileRefusals,
  driverInvitationRefusals,
  listenRangeRefusals,
  driverOnlineRefusals,
  driverLevelRefusals,
  badWeatherRefusals,
]
