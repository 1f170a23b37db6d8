/**
 * Passwords at the top of every published leak that satisfy the product's own rule (6–12 characters, letters and
 * digits). Leaked passwords follow a few patterns, so the list is stored as patterns: a common word with a common
 * number before or after it, keyboard walks, and single favorites.
 */
const WORDS =
  `a aa aaa abc abcd abcde abcdef admin adobe alex alexis amanda amor andrea andrew angel angels anthony
apple arsenal asd asdf asdfg asdfgh ashley august austin babe baby babygirl bailey banana barbie baseball
basketball batman beautiful benfica black blahblah blue brandon buddy buster butterfly camaro candy
carlos carmen caroline casper charlie cheese chelsea chester chicken chocolate chris christian cookie corvette
cowboy daniel danielle dallas david death demo dexter diamond diego dog dolphin dragon eagle elizabeth eminem emily
estrella facebook family fernando ferrari flower football forever france francis freedom friend friends
gabriel games gateway george ginger girl golden golf google guitar hannah happy harley heather hello
hockey home hunter iloveu iloveyou internet isabel jackson jake james jasmine jason jennifer jessica jesus
jonathan jordan joseph joshua juan juventus justin katie killer kitten kitty lakers lauren letmein liverpool login
london looking love lovely lover loveme lucky maggie manchester maria marie marina marlboro martin marvin master
matrix matthew melissa mercedes merlin michael michelle mickey minecraft miguel mike minnie money monica monkey monster
morgan mother mustang myspace naruto nathan nicholas nicole nikita ninja nirvana number oliver orange pass passw
passwd passwort password patrick peanut pepper pokemon prince princess purple q qq qqq qwe qwer qwert qwerty qwertyu
qwertyuiop qwertz ranger red richard robert rock rockyou root samantha samsung sandra scooter sebastian secret senha
sergio shadow silver simple single skate slipknot smile snoopy soccer sophie spider spiderman spongebob
star starwars steven strong student summer sunshine superman superstar sweet system taylor teamo tequiero test
testing thomas thunder tigger tinkerbell tom trustno tweety twilight user valentina vanessa victoria viktor
welcome west whatever william winner winter wolf world yamaha yellow yugioh zaq zxc zxcv zxcvb zxcvbn zxcvbnm
azerty azertyuiop bitcoin crypto trader trading binance wallet candor parola haslo jelszo motdepasse sifre kodikos
schatz hallo galatasaray fenerbahce besiktas polska doudou soleil bonjour szerelem cicamica`
    .trim()
    .split(/\s+/);

const NUMBERS =
  `0 1 2 3 4 5 6 7 8 9 00 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26
27 28 29 30 31 32 33 42 44 45 50 55 56 60 66 67 69 70 75 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96
97 98 99 000 007 100 101 110 111 112 121 123 1234 12345 123456 1234567 12345678 123456789 1234567890 1122 1212 1313
1111 11111 111111 222 2222 321 3210 333 3333 360 420 444 4444 4321 54321 654321 555 5555 6666 666 69 6969 777 7777
789 7890 888 8888 911 987 9876 98765 987654 999 9999 999999 000000 0000 112233 121212 123123 123321 1337 2580 147
159 753 1997 147258`
    .trim()
    .split(/\s+/);

const FIRST_YEAR = 1950;
const LAST_YEAR = 2030;

/** Keyboard walks and other single favorites. */
const FAVOURITES = new Set(
  `1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz q1w2e3 q1w2e3r4 q1w2e3r4t5 qwe123rty zaq12wsx
zaq1zaq1 zaq1xsw2 qazwsx123 qaz123wsx a1b2c3 a1b2c3d4 a1b2c3d4e5 a1s2d3 a1s2d3f4 z1x2c3 z1x2c3v4 1a2b3c 1a2b3c4d
1a2s3d 1a2s3d4f 1z2x3c 1z2x3c4v 123qwe123 123abc123 123asd123 1234qwer 12345qwert 123456qwerty qwerty1q 12qwaszx
1q1q1q 1q1q1q1q 2w2w2w a1a1a1 a1a1a1a1 a123456a q123456q qq123456789 aa123456aa p@ssw0rd p@ssword1 pa55word pa55w0rd
passw0rd passw0rd1 passw0rd123 pa$$w0rd1 l3tm31n letm31n trustno1 ncc1701 ncc1701d ncc1701e thx1138 r2d2c3po c3por2d2
m1cr0s0ft adm1n1 adm1n123 g0d123 h4ck3r 4r3e2w1q 5t4r3e2w1q 3edc4rfv 2wsx3edc 4rfv5tgb 7ujm8ik 123zxc 123zxc123 0o9i8u
0p9o8i7u o0o0o0 x4ivygA51F 18atcskd2w 3rjs1la7qe 1g2w3e4r gfhjkm1 ghbdtn1 woaini1314 5201314a a5201314 woaini520
1314520a iloveyou1314 love1314 qwer1234qwer asdf1234asdf test1test test1234test abc123abc123 abcd1234abcd d1lakiss
dpbk1234 je8n0pfx 9379992a 6v21wbgad bugmenot1 changeme1 changeme123 default1 guest123 temp1234 temp123 qwerty12345a`
    .trim()
    .split(/\s+/)
    .map((password) => password.toLowerCase()),
);

const COMMON_WORDS = new Set(WORDS);
const COMMON_NUMBERS = new Set([
  ...NUMBERS,
  ...Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, year) => String(FIRST_YEAR + year)),
]);
const LETTERS_OF_SIGNS: Readonly<Record<string, string>> = {
  "@": "a",
  $: "s",
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
};

/**
 * Number of passwords that the patterns cover.
 * @internal
 */
export const BREACHED_COUNT = COMMON_WORDS.size * COMMON_NUMBERS.size * 2 + FAVOURITES.size;

/**
 * Returns whether a password is one of those that attackers try first. Letter case and trailing punctuation are
 * ignored.
 */
export function isBreached(password: string): boolean {
  const plain = password.toLowerCase().replace(/[!.?*#_-]{1,2}$/, "");
  if (FAVOURITES.has(plain) || FAVOURITES.has(password.toLowerCase())) return true;
  const wordFirst = /^([^0-9]+.*?[^0-9]|[^0-9])[._@#-]?([0-9]+)$/.exec(plain);
  if (wordFirst !== null && isCommon(wordFirst[1], wordFirst[2])) return true;
  const numberFirst = /^([0-9]+)[._@#-]?(.*[^0-9])$/.exec(plain);
  if (numberFirst !== null && isCommon(numberFirst[2], numberFirst[1])) return true;
  return COMMON_WORDS.has(readSigns(plain)) || repeats(plain);
}

function isCommon(word = "", number = ""): boolean {
  return COMMON_NUMBERS.has(number) && (COMMON_WORDS.has(word) || COMMON_WORDS.has(readSigns(word)));
}

function readSigns(text: string): string {
  return text.replace(/[@$013457]/g, (sign) => LETTERS_OF_SIGNS[sign] ?? sign);
}

/** Returns whether one or two characters repeat: `a1a1a1a1`. */
function repeats(text: string): boolean {
  return /^(.{1,2})\1{2,}$/.test(text);
}
