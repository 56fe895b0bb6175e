export { badWeatherRoutes } from './bad-weather.routes.ts'
export { badWeatherRound } from './bad-weather.service.ts'
