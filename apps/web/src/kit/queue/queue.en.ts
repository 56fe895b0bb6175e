export default {
  处理什么: 'What to deal with',
  队列: 'Queue',
  上一笔: 'Previous',
  下一笔: 'Next',
  刚才处理的: 'Done just now',
} satisfies Record<string, string>
