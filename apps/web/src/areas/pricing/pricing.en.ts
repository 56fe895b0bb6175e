export default {
  开始: 'From',
  结束: 'To',
  天气与动态加价: 'Weather and dynamic pricing',
  按公里: 'Per kilometre',
  按段: 'By blocks',
} satisfies Record<string, string>
