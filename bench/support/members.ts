export interface MadeMember {
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly bio: string;
  readonly userType: 'General User' | 'Business' | 'Charity' | 'Crypto Group' | 'Crypto Project';
  readonly isAuthorized: boolean;
  readonly networks: readonly string[];
}

const latin = {
  first:
    'Ada Alice Amara Anna Ben Carlos Chloe Daniel David Elena Emma Eva Felix Grace Hannah Ibrahim Isabel Jack James Jana Julia Karim Laura Leo Liam Lucia Maria Marta Mia Mohamed Nina Noah Oliver Omar Paula Pedro Rosa Ruth Sam Sara Sofia Tom Victor Zoe Renée Jürgen Łukasz Søren Ángel Çelik',
  last: 'Adams Almeida Andersson Becker Brown Costa Diaz Dubois Evans Fischer Garcia Gomez Green Hansen Hoffmann Ivanova Jensen Johnson Jones Khan Kowalski Larsen Lee Lopez Martin Meyer Miller Moreau Müller Nguyen Novak Okafor Olsen Patel Pereira Petrov Rossi Santos Schmidt Silva Smith Taylor Wagner Weber Williams Wilson Wright Young Yılmaz Zhang',
  words:
    'building crypto wallets since 2017 and sharing what I learn about bitcoin ethereum solana defi nft art music games open source software privacy security identity community charity donations markets trading long term holder staking validators nodes research writing podcasts travel coffee photography running parent engineer designer founder teacher student lawyer artist musician journalist trader collector volunteer helping people with their first wallet address ask me anything dm for collaboration not financial advice Lisbon Berlin Lagos Nairobi London Madrid Warsaw Toronto Singapore Buenos Aires',
} as const;
const cyrillic = {
  first: 'Анна Борис Виктор Галина Дмитрий Елена Иван Ирина Мария Николай Ольга Павел Сергей Татьяна Юрий',
  last: 'Иванов Петров Сидоренко Кузнецов Смирнов Попов Волков Шевченко Мельник Бондаренко Ткаченко Коваль',
  words:
    'криптовалюта биткоин кошелёк разработчик из Киева пишу о безопасности и открытом коде люблю кофе музыку путешествия помогаю новичкам',
} as const;
const greek = {
  first: 'Γιώργος Μαρία Κώστας Ελένη Νίκος Αθηνά Δημήτρης Σοφία',
  last: 'Παπαδόπουλος Νικολάου Γεωργίου Δημητρίου Ιωάννου Χριστοδούλου',
  words: 'κρυπτονομίσματα πορτοφόλι προγραμματιστής στην Αθήνα μουσική και ταξίδια',
} as const;
const arabic = {
  first: 'محمد فاطمة أحمد عائشة علي مريم يوسف ليلى',
  last: 'حسن الخطيب منصور النجار حداد عباس',
  words: 'مطور برمجيات مهتم بالعملات الرقمية والأمان من القاهرة أحب القهوة والسفر',
} as const;
const chinese = {
  first: '伟 芳 娜 敏 静 丽 强 磊 军 洋',
  last: '王 李 张 刘 陈 杨 黄 赵 周 吴',
  words: '区块链 开发者 比特币 钱包 安全 开源 软件 音乐 旅行 咖啡 上海 社区',
} as const;

const scripts = [latin, latin, latin, latin, latin, latin, latin, cyrillic, greek, arabic, chinese];
const userTypes = ['General User', 'Business', 'Charity', 'Crypto Group', 'Crypto Project'] as const;
const networks = ['ETH', 'BTC', 'BSC', 'SOL', 'PMCW'] as const;

/** Pseudorandom numbers from 0 to 1, the same in every run (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Members with names and bios in five alphabets, with realistic word frequencies, the same in every run: most use Latin
 * letters, two thirds have a bio, one in five is verified.
 */
export function* makeMembers(count: number): Generator<MadeMember> {
  const random = randomNumbers(1);
  const pick = <T>(from: readonly T[], skew = 1): T => {
    const picked = from[Math.floor(random() ** skew * from.length)];
    if (picked === undefined) throw new Error('Nothing to pick from');
    return picked;
  };
  const split = (words: string) => words.split(' ');
  for (let id = 1; id <= count; id += 1) {
    const script = pick(scripts);
    const [first, last] = [pick(split(script.first), 1.5), pick(split(script.last), 1.5)];
    const handle = `${pick(split(latin.first))}${pick(['', '_', 'x'])}${pick(split(latin.last))}`;
    const username = `${handle.normalize('NFD').replace(/[^\w]/g, '').slice(0, 20)}${id.toString(36)}`;
    const words = Array.from({ length: 4 + Math.floor(random() * 18) }, () => pick(split(script.words), 2));
    yield {
      id,
      username,
      fullName: `${first} ${last}`,
      email: `${username.toLowerCase()}@${pick(['example.org', 'mail.example', 'post.example'])}`,
      bio: random() < 0.66 ? words.join(' ').slice(0, 200) : '',
      userType: pick(userTypes, 3),
      isAuthorized: random() < 0.2,
      networks: networks.filter(() => random() < 0.4),
    };
  }
}
