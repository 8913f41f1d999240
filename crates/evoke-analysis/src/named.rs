//! Enums whose values have names: on the command line, in JSON, in reports. One declaration gives the values, their order and
//! their names.

/// Declares an enum with a name for each value. It gets `ALL` (in the order of the declaration, which is that of help texts),
/// `name`, `Display`, and `FromStr` and serde by these names.
///
/// ```
/// evoke_analysis::named_enum! {
///     /// Colours.
///     pub enum Colour: "colour" {
///         /// Like blood.
///         Red = "red",
///         /// Like grass.
///         LightGreen = "light-green",
///     }
/// }
/// assert_eq!(Colour::ALL.map(Colour::name), ["red", "light-green"]);
/// assert_eq!("red".parse(), Ok(Colour::Red));
/// let error = "blue".parse::<Colour>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown colour `blue`; known: red, light-green");
/// ```
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident: $what:literal {
            $($(#[$value_attribute:meta])* $value:ident = $text:literal,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $visibility enum $name {
            $($(#[$value_attribute])* $value,)+
        }

        impl $name {
            /// All of them, in the order of help texts.
            $visibility const ALL: [Self; [$($text),+].len()] = [$(Self::$value),+];

            /// The name on the command line and in JSON.
            $visibility fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> ::std::result::Result<Self, Self::Err> {
                let found = Self::ALL.into_iter().find(|value| value.name() == name);
                found.ok_or_else(|| $crate::UnknownName {
                    what: $what,
                    name: name.to_owned(),
                    known: Self::ALL.map(Self::name).to_vec(),
                })
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                let name = <::std::string::String as ::serde::Deserialize>::deserialize(deserializer)?;
                name.parse().map_err(::serde::de::Error::custom)
            }
        }
    };
}

/// A name that nothing has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} `{name}`; known: {}", known.join(", "))]
pub struct UnknownName {
    /// What it was to be a name of.
    pub what: &'static str,
    /// The name.
    pub name: String,
    /// The names there are.
    pub known: Vec<&'static str>,
}
