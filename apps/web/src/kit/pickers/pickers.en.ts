export default {
  全部城市: 'All cities',
  其他城市: 'another city',
} satisfies Record<string, string>
