export { searchedText, searchKeys } from './place-search.ts'
export { keyPlaces, placeRounds } from './place-keys.round.ts'
export { ownPlacesNear, type PlaceHit, searchOwnPlaces } from './place.queries.ts'
