export { badWeatherRoutes } from './bad-weather.routes.ts'
